"""The music there is: artists with their albums and songs. Data only."""

# artist; genre; album (year): songs / album (year): songs
CATALOGUE = """
Paper Harbor; indie; Low Tide Letters (2019): Salt on the Window, Letters to Nobody, Low Tide, Bus Stop Choir / Northern Rooms (2022): Warm Grey, Staircase Song, Room With Two Doors, Borrowed Coat
Slow Meridian; indie; Half Past Somewhere (2016): Half Past Somewhere, Tram to the Sea, Kitchen Radio, Late Apples / Quiet Machines (2021): Quiet Machines, Lamp Light, Parallel Parking
Velvet Compass; rock; True North (2012): True North, Magnet Heart, Iron Filings, Compass Rose / Wrong Turn Right (2018): Wrong Turn Right, Gravel, Headlights Down
The Night Gardeners; folk; Roots and Wires (2014): Roots and Wires, Mole Hill Waltz, Rain Barrel, Fence Post Blues / Winter Kitchen (2020): Winter Kitchen, Cardamom, Snow on the Step
Mirador; pop; Glass Elevator (2017): Glass Elevator, Paper Crown, Saturday Shoes, Neon Picnic / Second Sunrise (2023): Second Sunrise, Say It Slower, Polaroid Summer
Juniper Lane; pop; Postcards (2015): Postcards, Lemonade Stand, Yellow Door, Running Start / Open Windows (2021): Open Windows, Barefoot Parade, Coin Toss
Odessa Blue; jazz; Blue Hour (2008): Blue Hour, Corner Table, Ash and Velvet, Last Ferry / Small Hours (2013): Small Hours, Umbrella Step, Tip Jar
Cassius Reed Trio; jazz; Three Chairs (2010): Three Chairs, Brushed Brass, Walking Home Crooked / Reed Between (2019): Reed Between, Smoke Ring, Five Past Four
Kilowatt Kids; electronic; Plug In (2018): Plug In, Static Hug, Copper Dreams, Fuse Box / Overload (2022): Overload, Battery Low, Green Light Go
Aerial View; electronic; Cloud Atlas Radio (2016): Cloud Radio, Jet Lag Lullaby, Window Seat / Holding Pattern (2020): Holding Pattern, Turbulence, Descent
Marisol Vega; latin; Calle Luna (2011): Calle Luna, Naranja, Baila Conmigo Otra Vez, Plaza de Lluvia / Mar Abierto (2019): Mar Abierto, Sol de Invierno, La Carta
Los Faroles; latin; Farolito (2014): Farolito, Tren de Noche, Canela / Esquina (2022): Esquina, Azul y Verde, Vuelve Temprano
Copper Canyon Band; country; Long Way Round (2013): Long Way Round, Dust on the Dial, Porch Swing, Two Lane Prayer / Fence Line (2021): Fence Line, Tin Roof Rain, Gone by Supper
Hattie Lowell; country; Quilted (2009): Quilted, Blue Ribbon, County Fair / Hand Me Down (2018): Hand Me Down, Sugar Road, Old Dog Summer
Granite State; rock; Bedrock (2006): Bedrock, Quarry, Falling Stones, Echo Wall / Landslide Season (2015): Landslide Season, Cold Chisel, Seam of Gold
Ivy and the Lanterns; folk; Wick (2012): Wick, Lantern Walk, Moth Song / Tallow and Tin (2017): Tallow and Tin, Ember Days, Old Wax
Tessellate; electronic; Tiles (2019): Tiles, Honeycomb, Mosaic Heart, Repeat Pattern
Brass Pavilion; jazz; Sunday Bandstand (2021): Sunday Bandstand, Popcorn Rag, Umbrella Parade, Closing Time March
Nadia Okoye; soul; Honey and Salt (2017): Honey and Salt, Slow Bloom, Keep the Porch Light On, Velvet Tuesday / Daylight (2022): Daylight, Gentle Machine, Hold the Line
The Understudies; soul; Second Row (2010): Second Row, Stage Door, Curtain Call / Encore Please (2016): Encore Please, Spotlight Shy, House Lights
"""

REVIEWS = (
    (5, "On repeat", "I have not listened to anything else this week."),
    (4, "Grows on you", "The first time I shrugged, the fifth time I sang along."),
    (3, "Nice enough", "Good for the kitchen, not for the headphones."),
    (2, "Too long", "A good two minutes in a song of four."),
    (5, "What an ending", "Wait for the last thirty seconds."),
    (4, "Perfect for the tram", "Exactly as long as my way to work."),
    (1, "Not for me", "The drums give me a headache."),
)

PLAYLIST_TITLES = (
    "Monday Slowly",
    "Kitchen Dance",
    "Focus Please",
    "Long Drive South",
    "Rain on the Roof",
    "Sunday Pancakes",
    "Gym, Reluctantly",
    "Songs for Painting Walls",
    "Evening Train",
    "Guests Are Coming",
)
