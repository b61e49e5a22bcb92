import 'dart:async';

/// A counter of events.
class Counter extends Base {
  int _value = 0;
  final String name;

  Counter(this.name);

  /// Current value.
  int get value => _value;

  void increment({int by = 1}) {
    _value += by;
    notify(by);
  }
}

mixin Logging on Counter {
  void log(String message) => print(message);
}

enum Level { low, high }

extension Shout on String {
  String shout() => toUpperCase();
}

typedef Callback = void Function(int);

/// Starts the program.
void main() {
  Counter('a').increment();
}
