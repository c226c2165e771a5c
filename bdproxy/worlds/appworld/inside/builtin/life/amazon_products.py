"""What the shop sells: sellers, and products with what people say about them. Data only."""

SELLERS = (
    "Northwind Goods",
    "Bluebird Home",
    "Summit Outfitters",
    "Lumen Electronics",
    "Paper & Pine",
    "Harvest Pantry",
    "Little Paws",
    "Quiet Corner",
)

# type; name; seller; price; delivery days; colours; description
PRODUCTS = """
kettle; Aurora Gooseneck Kettle; Bluebird Home; 39.90; 3; black,white; A slow-pouring kettle for coffee and tea with a steady handle.
kettle; Brisk One Litre Kettle; Northwind Goods; 24.50; 2; silver; Boils a litre in under three minutes and switches itself off.
desk lamp; Halo Desk Lamp; Lumen Electronics; 32.00; 4; black,white; A dimmable lamp with a warm and a cold setting.
desk lamp; Reading Owl Clip Lamp; Quiet Corner; 18.75; 3; green; Clips to a shelf or headboard and bends where it is needed.
backpack; Ridgeline 25L Backpack; Summit Outfitters; 74.00; 5; blue,green; A day pack with a rain cover and a pocket for a water bottle.
backpack; Commuter Roll Top; Summit Outfitters; 62.50; 4; black; Rolls up small, opens wide, keeps a laptop dry.
headphones; Stillness Over-Ear Headphones; Lumen Electronics; 119.00; 3; black,white; Noise cancelling headphones that play for thirty hours.
headphones; Jog Buds; Lumen Electronics; 45.00; 2; orange; Earbuds that stay in place on a run.
notebook; Dotted A5 Notebook; Paper & Pine; 12.40; 2; blue,red; 160 dotted pages that don't let ink through.
notebook; Pocket Sketchbook; Paper & Pine; 9.80; 2; black; Thick paper in a cover that survives a coat pocket.
coffee beans; Harbor Roast Coffee Beans; Harvest Pantry; 15.90; 2; -; Medium roast with notes of cocoa and orange, one pound.
coffee beans; Night Shift Espresso Beans; Harvest Pantry; 17.25; 2; -; Dark roast for espresso, one pound.
tea; Evening Chamomile Tea; Harvest Pantry; 6.70; 2; -; Forty bags of whole chamomile flowers.
tea; Smoky Morning Tea; Harvest Pantry; 8.20; 2; -; Black tea dried over pine, loose leaves.
water bottle; Trailside Steel Bottle; Summit Outfitters; 27.00; 3; blue,green; Keeps cold for a day and hot for half of it.
water bottle; Flip Cap Bottle; Northwind Goods; 13.30; 2; red; Light, leakproof and easy to clean.
yoga mat; Grounded Yoga Mat; Quiet Corner; 34.60; 4; green,blue; A thick natural rubber mat that doesn't slip.
yoga mat; Foldaway Travel Mat; Quiet Corner; 28.10; 3; blue; Folds to the size of a book.
cat food; Salmon Supper Cat Food; Little Paws; 21.40; 2; -; Grain-free dry food with salmon, five pounds.
cat toy; Feather Teaser; Little Paws; 7.60; 2; -; A wand with three feathers to swap.
dog leash; City Walk Leash; Little Paws; 16.90; 3; red,black; A two metre leash with a padded handle.
phone case; Slim Bumper Phone Case; Lumen Electronics; 14.20; 2; black,blue; Thin at the back, tough at the corners.
charger; Duo Wall Charger; Lumen Electronics; 22.90; 2; white; Charges a laptop and a phone at the same time.
charger; Pocket Power Bank; Lumen Electronics; 36.50; 3; black; Ten thousand milliampere hours in a coat pocket.
candle; Cedar and Fig Candle; Bluebird Home; 19.50; 3; -; A soy candle that burns for forty hours.
candle; Rain Candle Trio; Bluebird Home; 26.00; 3; -; Three small candles: moss, stone and linen.
frying pan; Everyday Skillet; Bluebird Home; 41.00; 4; black; A ten inch pan that eggs don't stick to.
frying pan; Copper Base Saucepan; Bluebird Home; 58.00; 5; silver; Heats evenly, pours without dripping.
towel; Waffle Bath Towel; Bluebird Home; 17.80; 3; white,blue; A light towel that dries overnight.
towel; Beach Towel Stripes; Summit Outfitters; 22.30; 3; orange; Large, thin and quick to shake out.
board game; Lanterns on the Lake; Quiet Corner; 31.00; 3; -; A calm tile game for two to four players.
board game; Night Market; Quiet Corner; 37.50; 3; -; Trade, haggle and cook, for three to six players.
puzzle; Thousand Piece Tram Puzzle; Quiet Corner; 18.00; 3; -; A thousand pieces, one old tram.
rain jacket; Drizzle Rain Jacket; Summit Outfitters; 88.00; 5; green,blue; A breathable jacket that packs into its own pocket.
gloves; Wool Touch Gloves; Northwind Goods; 15.60; 3; blue,red; Knitted gloves that work on a screen.
socks; Merino Hiking Socks; Summit Outfitters; 18.40; 3; blue,green; A pair that doesn't itch, warm when wet.
umbrella; Gale Compact Umbrella; Northwind Goods; 23.70; 2; black,red; Turns inside out and back again without harm.
alarm clock; Sunrise Alarm Clock; Lumen Electronics; 49.00; 4; white; Wakes with light instead of noise.
plant pot; Terracotta Trio; Northwind Goods; 29.40; 4; -; Three pots with saucers, from small to large.
watering can; Long Spout Watering Can; Northwind Goods; 25.20; 4; green; Reaches the back of every shelf.
bicycle light; Firefly Bicycle Light Set; Summit Outfitters; 33.90; 3; -; Front and rear light, charged by cable.
bicycle pump; Hand Pump Mini; Summit Outfitters; 21.00; 3; black; Fits under the bottle cage.
pencils; Twelve Soft Pencils; Paper & Pine; 11.10; 2; -; From hard to soft, for drawing.
printer paper; Recycled Printer Paper; Paper & Pine; 8.90; 2; -; Five hundred sheets, bright white.
printer paper; Heavy Printer Paper; Paper & Pine; 13.60; 3; -; Two hundred and fifty sheets that don't curl.
sticky notes; Sticky Notes Rainbow Pack; Paper & Pine; 6.40; 2; -; Eight colours, a hundred sheets each.
lunch box; Two Tier Lunch Box; Bluebird Home; 24.80; 3; blue,green; Keeps the salad away from the pasta.
batteries; Rechargeable Batteries Pack of Eight; Lumen Electronics; 19.90; 2; -; Size AA, ready to use.
dish soap; Lemon Dish Soap Refill; Bluebird Home; 7.90; 2; -; A litre to refill, smells of lemon.
honey; Clover Honey Jar; Harvest Pantry; 10.60; 3; -; A pound of mild honey from the valley.
olive oil; Green Grove Olive Oil; Harvest Pantry; 16.40; 3; -; Cold pressed, half a litre.
"""

REVIEWS = (
    (5, "Exactly what I wanted", "Came quickly and does what it says. I would buy it again."),
    (4, "Good value", "Solid for the price. The box was bigger than it had to be."),
    (5, "My second one", "The first one is still in use, this one is for my sister."),
    (3, "It's fine", "Not as nice as in the picture but it works every day."),
    (2, "Expected more", "After a month it already looks old. It still works, though."),
    (4, "Nice surprise", "I was sceptical, now everybody in the office has one."),
    (5, "Lovely", "A small thing that makes me happy every morning."),
    (3, "A bit small", "Check the measurements before you order. Otherwise good."),
    (1, "Arrived damaged", "The corner was dented. The replacement came after a week."),
    (4, "Does the job", "No instructions inside, but none were needed."),
)

QUESTIONS = (
    ("Is it suitable as a present?", "I gave one to my brother and he uses it every day."),
    ("Does it come with a guarantee?", "Two years, the slip is in the box."),
    ("How heavy is it really?", "Lighter than I thought, I carry it to work."),
    ("Has anybody used it for more than a year?", "Eighteen months here and still like new."),
    ("Is the colour as in the picture?", "A little darker in daylight, but nice."),
    ("Is the packaging recyclable?", "All cardboard, no plastic at all."),
)
