module Shapes

using LinearAlgebra
import Base: show

const TOLERANCE = 1e-6

"A shape."
abstract type Shape end

# A circle.
struct Circle <: Shape
    radius::Float64
end

"""
    area(c)

Area of a circle.
"""
function area(c::Circle)
    return pi * square(c.radius)
end

square(x) = x^2

macro twice(ex)
    quote $ex; $ex end
end

function Base.show(io::IO, c::Circle)
    print(io, "Circle")
end

end
