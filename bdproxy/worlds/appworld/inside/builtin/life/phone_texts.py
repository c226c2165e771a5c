"""What people text each other, by what they are to each other. Lines alternate; data only.

Nobody asks for or promises money here and nobody moves an appointment with a date: such messages
belong to scenarios, whose facts must not be contradicted by ordinary life.
"""

PARTNER = (
    (
        "Can you grab bread on the way home?",
        "Already have it. Anything else?",
        "Olives, the green ones",
        "On it",
    ),
    (
        "The plumber came, it was only the washer",
        "Oh thank goodness",
        "He left his number on the fridge in case",
    ),
    (
        "Running ten minutes late, don't wait with dinner",
        "Too late, the rice has opinions about timing",
        "Ha. I will eat whatever it decided",
    ),
    (
        "Did you see my blue scarf?",
        "On the hook behind your coat",
        "I looked there twice!",
        "Look a third time",
    ),
    (
        "Movie tonight or early night?",
        "Early night. I can't keep my eyes open",
        "Deal, I'll do the dishes",
    ),
    (
        "The neighbours want to borrow the ladder again",
        "Fine by me, it is in the shed",
        "Told them Saturday",
    ),
)

FAMILY = (
    (
        "How was the drive back?",
        "Long but fine, we stopped in Albany for pie",
        "You always stop for pie",
        "It is tradition now",
    ),
    (
        "Do you remember the name of that soup place near the station?",
        "Noodle Lantern I think. The one with the green door",
        "Yes! Thank you",
    ),
    (
        "I found the old photo albums in the attic",
        "No way. The lake ones too?",
        "All of them, even the one where you fell in",
        "Please lose that one again",
    ),
    (
        "Call me when you have a minute, nothing bad",
        "In a meeting, can I ring you tonight?",
        "Tonight is good",
    ),
    (
        "The tomatoes are finally coming up",
        "Send a picture!",
        "They are three leaves, don't expect much",
    ),
    (
        "Are you eating properly?",
        "I had a whole salad today",
        "A salad is not a meal",
        "There was bread with it",
    ),
    ("Happy name day by the way", "You are the only one who remembers, thank you"),
    (
        "Which charger does the old camera take?",
        "The square one, it should be in the top drawer",
        "Found it, it still works!",
    ),
    (
        "I baked the cardamom buns from the card in the blue tin",
        "And? Did they rise?",
        "Like clouds. You would have been proud",
    ),
    (
        "Can you send me the recipe for the lentils?",
        "It is the one with the curry leaves, I'll write it down for you",
        "No rush, whenever you have time",
    ),
)

ROOMMATE = (
    (
        "Are you home tonight? The internet person is coming between 5 and 7",
        "I'm home from 4:30, I'll let them in",
        "You are the best",
    ),
    (
        "We are out of dish soap",
        "There is a spare one under the sink behind the bags",
        "I would never have looked there",
    ),
    ("Did you take the bins out?", "Yes, and the glass too", "Thank you! My turn next week"),
    (
        "Sorry about the noise last night, the game went into overtime",
        "No worries, I had my headphones on",
    ),
    (
        "Your package is in the hallway, it's huge",
        "That's the plant stand! I'll move it right after work",
    ),
    (
        "Can I borrow your bike pump?",
        "Sure, it's next to the door",
        "Thanks, the back tyre is flat again",
    ),
    (
        "The landlord says they will paint the stairs next month",
        "Finally. What colour?",
        "He said 'warm grey' so probably grey",
    ),
    (
        "I made too much chili, there is a box for you in the fridge",
        "You have no idea how happy this makes me",
    ),
    ("Is the washing machine free?", "Ten more minutes", "Perfect, I'll go down then"),
    (
        "The smoke alarm in the kitchen chirps again",
        "New battery is in the drawer with the tape",
        "Found it, silence at last",
    ),
)

COWORKER = (
    (
        "Do you have the link to the brand folder?",
        "It's pinned in the team notes, top of the page",
        "I am blind. Thanks",
    ),
    (
        "Is the big meeting room free at two?",
        "Booked until three, but the small one is open",
        "Small one it is",
    ),
    (
        "The printer on our floor is possessed again",
        "Did you try the one by the lifts?",
        "It printed my forty pages in landscape, but it printed",
    ),
    (
        "Lunch at the taco truck?",
        "Give me five minutes to send this",
        "I'll hold a place in the line",
    ),
    (
        "How did the presentation go?",
        "Better than the rehearsal. They asked good questions",
        "Told you so!",
    ),
    (
        "Could you look over my draft before it goes out?",
        "Sure, drop it in the folder and I'll read it after lunch",
        "You're a lifesaver",
    ),
    (
        "I left my umbrella at your desk I think",
        "The yellow one? It's here",
        "Will pick it up tomorrow",
    ),
    (
        "Are you coming to the farewell drinks?",
        "Only for one, I have an early train",
        "One is plenty",
    ),
    (
        "Your chair squeaks, I can hear it through the wall",
        "It's my alarm system",
        "Please oil your alarm system",
    ),
    (
        "The new coffee machine has a touchscreen",
        "Why does coffee need a touchscreen",
        "It asked me for feedback",
    ),
    (
        "Can you cover the front desk for ten minutes?",
        "On my way",
        "Thank you, the delivery came early",
    ),
    (
        "Do we still have the sample boxes from March?",
        "Bottom shelf, behind the banners",
        "Found them, thanks!",
    ),
)

FRIEND = (
    (
        "Did you finish the book?",
        "Last night at two in the morning, I regret nothing",
        "No spoilers, I'm at chapter nine",
    ),
    (
        "That hike on Sunday destroyed my knees",
        "And yet you were the first one at the top",
        "For the sandwiches",
    ),
    (
        "There is a ceramics class at the community centre, want to come?",
        "Which evening?",
        "Wednesdays, eight weeks",
        "I'm in if we can sit next to each other",
    ),
    (
        "I just saw a dog that looks exactly like your uncle",
        "Picture or it didn't happen",
        "It was too fast. As is your uncle",
    ),
    (
        "What was the name of the band from the barbecue?",
        "Paper Harbor. They have a new record",
        "Listening to it right now",
    ),
    (
        "The market has those peaches again",
        "How many can you carry?",
        "Enough to regret it on the tram",
    ),
    (
        "Are you watching the match?",
        "Only the second half, don't tell me anything",
        "My lips are sealed. But wow",
    ),
    (
        "I got the job!!",
        "I KNEW it. When do you start?",
        "First of June, I can't believe it",
        "We have to celebrate properly",
    ),
    (
        "Do you still have my tent?",
        "Cleaned, dried and folded better than before",
        "Impossible, nobody can fold that tent",
    ),
    (
        "Thinking of cutting my hair short",
        "You said that last spring and cried",
        "This time is different",
        "That is also what you said",
    ),
    ("Climbing gym on Thursday?", "My fingers say no but yes", "Seven o'clock, bring the chalk"),
    (
        "Your lemon cake is famous now, my whole office asked for the recipe",
        "It's just the one from the flour bag!",
        "I won't tell anybody",
    ),
    (
        "Do you know a good bike mechanic?",
        "Hawthorne Wheels, ask for Dot",
        "Booked in for Tuesday, thank you",
    ),
    (
        "I think I left my sunglasses in your car",
        "Under the seat with three old parking tickets",
        "The tickets are yours",
    ),
)

BY_KIND = {
    "partner": PARTNER,
    "family": FAMILY,
    "roommate": ROOMMATE,
    "coworker": COWORKER,
    "friend": FRIEND,
}

VOICE = (
    "Hey, it's me, nothing urgent. I was just walking past the bakery and thought of you. Call me back when you can.",
    "Hi! I'm stuck behind a tram so I might be a little late. Start without me if the others are hungry.",
    "Quick question about the keys, are they still with the neighbour? Let me know, thanks, bye.",
    "I tried the recipe and it worked, I am as surprised as you are. You have to come over and taste it.",
    "It's me again. I found the jacket, it was in the car all along. Sorry for the panic earlier.",
    "Good morning! Just wanted to hear how the appointment went. No need to call back before the evening.",
    "The train was cancelled, so I'm taking the bus. I should be there around the same time anyway.",
    "You won't believe who I just met at the hardware store. Call me, this is too long for a message.",
)

ALARMS = (
    ("06:30", "Wake up", ("monday", "tuesday", "wednesday", "thursday", "friday")),
    ("08:15", "Leave for work", ("monday", "tuesday", "wednesday", "thursday", "friday")),
    ("09:00", "Slow morning", ("saturday", "sunday")),
    ("12:45", "Lunch walk", ("monday", "wednesday", "friday")),
    ("17:50", "Gym bag", ("tuesday", "thursday")),
    ("19:00", "Water the plants", ("sunday",)),
    ("20:30", "Call home", ("sunday",)),
    ("22:30", "Lights out", ("monday", "tuesday", "wednesday", "thursday", "sunday")),
)
