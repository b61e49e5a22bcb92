import Foundation

/// A point in the plane.
public struct Point: Equatable {
    public var x: Double
    let y: Double = 0

    /// Distance to another point.
    public func distance(to other: Point) -> Double {
        return hypot(x - other.x, y - other.y)
    }
}

protocol Drawable {
    var name: String { get }
    func draw()
}

class Canvas {
    init(size: Int) { self.size = size }
    deinit { release() }
    subscript(index: Int) -> Int { return index }
}

extension Point {
    func scaled(by factor: Double) -> Point { Point(x: x * factor) }
}

enum DrawError: Error {
    case outOfBounds
}

typealias Points = [Point]
func makeCanvas() -> Canvas { Canvas(size: 3) }
