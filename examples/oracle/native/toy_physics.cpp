/// The game of examples/toy_physics.json as somebody writes it who knows nothing of Core ECS: objects in a list, and
/// two loops. It takes cases and tells what it came to, so that `coreecs judge` can say whether it is the same game:
///
///   coreecs cases examples/toy_physics.json --count 1000 > cases.jsonl
///   native_toy_physics < cases.jsonl > results.jsonl
///   coreecs judge cases.jsonl results.jsonl
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;

struct Object {
  std::string name;
  std::optional<long long> position, velocity;
};

long long half(long long x) { return x / 2 + (x > 0 ? x % 2 : 0); }

class World {
 public:
  explicit World(const Json& entities) {
    for (const auto& [name, has] : entities.items()) {
      Object& object = objects_.emplace_back(Object{.name = name, .position = {}, .velocity = {}});
      if (has.contains("Pos")) object.position = has["Pos"];
      if (has.contains("Vel")) object.velocity = has["Vel"];
    }
  }

  void step() {
    for (Object& object : objects_)
      if (object.position && object.velocity) *object.position += *object.velocity;
    const std::vector<Object> before = objects_;
    for (std::size_t mover = 0; mover < before.size(); ++mover)
      for (std::size_t other = 0; other < before.size(); ++other)
        if (collide(before[mover], before[other]) && (lost_write || collide(objects_[mover], objects_[other])))
          split(mover, other, *before[mover].velocity);
  }

  [[nodiscard]] Json state() const {
    Json state = Json::object();
    for (const Object& object : objects_) {
      Json has = Json::object();
      if (object.position) has.emplace("Pos", *object.position);
      if (object.velocity) has.emplace("Vel", *object.velocity);
      if (!has.empty()) state.emplace(object.name, std::move(has));
    }
    return state;
  }

 private:
#ifdef PLANTED_LOST_WRITE  // as under the schedule of that name
  static constexpr bool lost_write = true;
#else
  static constexpr bool lost_write = false;
#endif

  /// Whether one moves, and reaches another one that does not.
  static bool collide(const Object& mover, const Object& other) {
    return mover.velocity && !other.velocity && mover.position && mover.position == other.position;
  }
  /// What moves is gone: half of its velocity goes on in the other one, half of it back in a new one.
  void split(std::size_t mover, std::size_t other, long long velocity) {
    Object back{.name = "object " + std::to_string(objects_.size()),
                .position = objects_[other].position,
                .velocity = half(-velocity)};
    objects_[mover].position.reset();
    objects_[mover].velocity.reset();
    objects_[other].velocity = half(velocity);
    objects_.push_back(std::move(back));
  }

  std::vector<Object> objects_;  // those that are gone have neither position nor velocity
};

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const Json one = Json::parse(line);
    World world(one["program"]["entities"]);
    Json frames = Json::array();
    for (int frame = 0; frame < one["frames"]; ++frame) {
      world.step();
      frames.push_back(world.state());
    }
    std::cout << Json{{"id", one["id"]}, {"frames", std::move(frames)}} << '\n';
  }
}
