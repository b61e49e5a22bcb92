package com.example.auth;

import java.util.List;
import static java.util.Objects.requireNonNull;

/**
 * Validates users.
 */
@Service
public class UserAuth implements Validator {
    /** Longest name. */
    public static final int MAX_NAME = 64;
    private final List<String> names;

    public UserAuth(List<String> names) {
        this.names = requireNonNull(names);
    }

    /** Whether the name is known. */
    @Override
    public boolean validate(String name) {
        return names.contains(name);
    }

    enum State { OPEN, CLOSED }

    record Point(int x, int y) {
        Point { if (x < 0) throw new IllegalArgumentException(); }
    }

    interface Listener { void changed(State state); }
}

class AuthException extends RuntimeException { }

class UserAuthTest {
    @Test
    void acceptsKnownNames() { new UserAuth(List.of("a")).validate("a"); }
}
