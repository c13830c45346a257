"""The kernel: rules that can stop in mid-effect and ask, and the values that survive between two requests.

It knows no title. A title gives a `Game`; the engine drives its phases, checks every choice, and keeps what is needed
to go on from anywhere: a checkpoint and the answers given since.
"""
