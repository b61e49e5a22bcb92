#include <string>
#include "shape.hpp"
using std::string;

namespace geometry {

/// A shape with an area.
class LIB_EXPORT Shape {
 public:
  explicit Shape(string name) : name_(std::move(name)) {}
  virtual ~Shape() = default;
  /// Square metres.
  virtual double area() const = 0;
  bool operator==(const Shape& other) const { return name_ == other.name_; }

 private:
  string name_;
  static constexpr int kLimit = 3;
};

template <typename T>
concept Drawable = requires(T t) { t.draw(); };

// Adds two values.
template <typename T>
T add(T a, T b) {
  return a + b;
}

enum class Color : int { kRed, kGreen };
using Names = std::vector<string>;

}  // namespace geometry

double geometry::Circle::area() const {
  return 3.14 * radius_ * radius_;
}

std::ostream& operator<<(std::ostream& out, const geometry::Shape& shape) {
  return out << shape.area();
}

namespace geometry::detail {
int depth(int x);
}

TEST(ShapeTest, HasArea) {
  EXPECT_EQ(add(1, 2), 3);
}

TEST_CASE("shapes: a circle has an area") {
  SUBCASE("of a unit circle") { CHECK(area(1) > 3); }
  CHECK(area(0) == 0);
}
