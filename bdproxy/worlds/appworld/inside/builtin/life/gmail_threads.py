"""Mails that people write each other: subject, then bodies by turns. Data only.

``{me}`` is the first writer, ``{you}`` the other one. No money, no deadlines, no orders.
"""

WORK = (
    (
        "Photos for the spring newsletter",
        "Hi {you},\n\nI put twelve photos into the shared folder. My favourites are 3, 7 and 11, but you have the better eye.\n\n{me}",
        "Hi {me},\n\n7 is lovely. I would crop it a little tighter, otherwise ready to go.\n\n{you}",
    ),
    (
        "New starter next month",
        "Dear all,\n\nwe are getting a new colleague in June. Please think about what you would have liked to know in your first week and add it to the welcome page.\n\nBest,\n{me}",
        "I added the story of the kitchen key. Everybody should know about the kitchen key.\n\n{you}",
    ),
    (
        "Notes from the workshop",
        "Hello {you},\n\nas promised, the short version: fewer slides, more samples, and nobody wants the quiz. The long version is eleven pages and I suggest that you do not read it.\n\n{me}",
        "Thanks {me}. I read all eleven pages and agree about the quiz.\n\n{you}",
    ),
    (
        "Kitchen rota",
        "Hi,\n\nthe rota for the kitchen hangs on the fridge again. If your week does not suit you, please swap with somebody and write it down.\n\nThanks,\n{me}",
    ),
    (
        "Feedback on the draft",
        "Hi {you},\n\nthe structure is good. I would move the second section to the front, because that is what people look for first. Comments are in the document.\n\n{me}",
        "That makes it much clearer, thank you. New version is in the folder.\n\n{you}",
        "Perfect, nothing to add from me.\n\n{me}",
    ),
    (
        "Lost and found",
        "Found in the meeting room: a green water bottle, one glove (left) and a very nice pencil. All at my desk.\n\n{me}",
        "The pencil is mine! I will trade it for a biscuit.\n\n{you}",
    ),
    (
        "Bicycle storage",
        "Hello,\n\nthe house management says that bikes without a tag will be moved to the back yard. Tags are in the drawer at reception.\n\n{me}",
    ),
    (
        "Library of samples",
        "Hi {you},\n\nI sorted the sample shelf by colour. It took all afternoon and it is beautiful. Please don't tell me if you would have sorted by size.\n\n{me}",
        "By size would have been ... fine, it IS beautiful.\n\n{you}",
    ),
    (
        "Minutes of Tuesday's round",
        "Hi all,\n\nattached in spirit, pasted in fact: 1. The shelves stay. 2. The plants get a sponsor each. 3. We try the quiet hour from two to three.\n\n{me}",
        "I sponsor the ficus.\n\n{you}",
    ),
    (
        "Training videos",
        "Hi {you},\n\nthe three videos are short and better than they look. The last one is the only one with a question at the end.\n\nRegards,\n{me}",
    ),
    (
        "Thank you for Friday",
        "Dear {you},\n\nthank you for staying late on Friday, it made all the difference. Take it easy on Monday morning.\n\n{me}",
        "Happy to help, and I will take you up on the slow Monday.\n\n{you}",
    ),
    (
        "Plants on the window sill",
        "Hi,\n\nwhoever waters the succulents every day: they are desert plants and they are drowning. Once a week is plenty.\n\n{me}",
        "It was me. I apologise to them and to you.\n\n{you}",
    ),
)

PRIVATE = (
    (
        "Pictures from the lake",
        "Hi {you},\n\nI finally sorted the pictures from the lake. There are two in which nobody has their eyes shut, which I call a success.\n\nHugs,\n{me}",
        "Oh these are wonderful! Can I have the one with the boat as a print?\n\n{you}",
        "Already ordered you one.\n{me}",
    ),
    (
        "Book club",
        "Hello {you},\n\nthe next book is 'The Salt Road'. It is shorter than the last one, I promise. We meet at mine, bring nothing but opinions.\n\n{me}",
        "I have opinions already and I have not opened it.\n\n{you}",
    ),
    (
        "Recipe for the walnut bread",
        "Hi {you},\n\n500 g flour, 350 ml water, a spoon of honey, salt, a sachet of yeast and as many walnuts as you dare. Overnight in the fridge, hot oven, done.\n\n{me}",
        "Made it, ate it, made it again. Thank you!\n\n{you}",
    ),
    (
        "That article about sleep",
        "Hi,\n\nI was going to send you the article but I fell asleep reading it, which I suppose proves the point.\n\n{me}",
        "Best review I have read in months.\n\n{you}",
    ),
    (
        "Garden plan",
        "Dear {you},\n\nbeans along the fence, courgettes by the shed and this year really only two of them. Remember last summer.\n\nLove,\n{me}",
        "I remember. I still see courgettes in my dreams.\n\n{you}",
    ),
    (
        "Choir in autumn",
        "Hi {you},\n\nthey look for altos again. You said 'maybe next year' last year, and now it is next year.\n\n{me}",
        "You keep records, I see. Ask me again in September.\n\n{you}",
    ),
    (
        "Your umbrella",
        "Hi {you},\n\nyour umbrella spent the weekend with us and was very well behaved. It can stay until it rains.\n\n{me}",
    ),
    (
        "Old school friends",
        "Hi {you},\n\nguess who wrote to me after eleven years? The one with the trombone. Still plays it, still too loud.\n\n{me}",
        "I could hear that trombone while reading.\n\n{you}",
    ),
    (
        "Moving boxes",
        "Hi {you},\n\nI have nine empty moving boxes in the basement. They are yours if you collect them, otherwise they will become a castle for the kids next door.\n\n{me}",
        "Let the kids have them, I would never take a castle away.\n\n{you}",
    ),
    (
        "Cat pictures",
        "Hi {you},\n\nmy inbox is too serious, please send cat pictures.\n\n{me}",
        "Forty-one of them are on their way.\n\n{you}",
        "Now my inbox is perfect. Thank you.\n{me}",
    ),
    (
        "Concert in the park",
        "Hi {you},\n\nit was even better than last year, and the rain stopped exactly for the encore. You have to come next time.\n\n{me}",
        "Next time for sure. I heard it from my balcony, almost.\n\n{you}",
    ),
    (
        "Map of the trail",
        "Hi {you},\n\nthe loop is nine miles, with a short steep bit after the bridge. There is a spring half way, so one bottle is enough.\n\n{me}",
        "Short steep bit: how short and how steep?\n\n{you}",
        "Short if you are a goat.\n{me}",
    ),
)

NEWS = (
    (
        "Amazon",
        "Your wish list has been waiting",
        "Hello {you},\n\nitems on your wish list are still available. Have a look whenever you like.\n\nAmazon Team",
    ),
    (
        "Spotify",
        "New releases from artists you follow",
        "Hi {you},\n\nthere is new music from artists in your library. Open the app to listen.\n\nThe Spotify Team",
    ),
    (
        "Venmo",
        "Your monthly summary is ready",
        "Hi {you},\n\nyour summary for April is ready in the app.\n\nVenmo",
    ),
    (
        "Todoist",
        "A productive week",
        "Hi {you},\n\nyou completed more tasks this week than last week. Keep going!\n\nTodoist",
    ),
    (
        "Splitwise",
        "Tips for shared households",
        "Hi {you},\n\ndid you know that groups can have a description? Your flatmates will thank you.\n\nSplitwise",
    ),
)

LABELS = ("work", "home", "travel", "reading")
