// Tests of example 1 of the specification: the order for an intent, on three small projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/fixture.hpp"

namespace codeweaver::engine {
namespace {

struct ExampleFile {
  const char *path, *text;
};

/// A class, the function that does the work, a helper, and a test: in this order for who wants to
/// understand.
struct ExampleProject {
  const char* language;
  const char* question;  ///< asked with understand
  const char* subject;   ///< asked with implement
  std::vector<ExampleFile> files;
};

const std::vector<ExampleProject> kExampleProjects = {
    {"Python",
     "how to authenticate users",
     "authentication",
     {
         {"src/auth/middleware.py", R"("""Authentication of every request that comes in."""

from auth.tokens import validate_jwt_token
from auth.utils import authenticate_user


class AuthMiddleware:
    """Handles authentication and authorization for requests."""

    def __init__(self, config):
        self.config = config
        self.public_paths = set(config.public_paths)

    def __call__(self, request):
        if request.path in self.public_paths:
            return request
        user = self.identify(request)
        if user is None:
            raise PermissionError("no valid credentials")
        request.user = user
        return request

    def identify(self, request):
        """The user of a bearer token, or of a name and a password."""
        header = request.headers.get("Authorization", "")
        if header.startswith("Bearer "):
            return validate_jwt_token(header[7:]).user
        return authenticate_user(request.form.get("username"), request.form.get("password"))

    def authorize(self, request, role):
        """Whether the user of the request has the role."""
        return role in request.user.roles
)"},
         {"src/auth/utils.py", R"("""Names and passwords."""

import hashlib
import hmac

from auth.store import find_user


def hash_password(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=16384, r=8, p=1)


def authenticate_user(username: str, password: str):
    """Authenticate user credentials and return User object."""
    user = find_user(username)
    if user is None:
        return None
    given = hash_password(password, user.salt)
    if not hmac.compare_digest(given, user.password_hash):
        return None
    return user
)"},
         {"src/auth/tokens.py", R"("""Signed tokens."""

import base64
import hmac
import json
import time


def validate_jwt_token(token: str):
    """Validate JWT token and extract payload."""
    header, payload, signature = token.split(".")
    expected = hmac.digest(SECRET, f"{header}.{payload}".encode(), "sha256")
    if not hmac.compare_digest(expected, base64.urlsafe_b64decode(signature)):
        raise ValueError("bad signature")
    claims = json.loads(base64.urlsafe_b64decode(payload))
    if claims["exp"] < time.time():
        raise ValueError("token expired")
    return claims
)"},
         {"tests/test_auth.py", R"("""Authentication test fixtures."""

import pytest

from auth.middleware import AuthMiddleware
from auth.utils import authenticate_user


@pytest.fixture
def user(store):
    return store.add("ada", password="secret")


def test_authenticate_user_with_password(user):
    assert authenticate_user("ada", "secret") == user


def test_authenticate_user_with_wrong_password(user):
    assert authenticate_user("ada", "guess") is None


def test_authentication_middleware_rejects_users_without_credentials(config, request):
    with pytest.raises(PermissionError):
        AuthMiddleware(config)(request)
)"},
     }},
    {"TypeScript",
     "how to deliver notifications",
     "notification delivery",
     {
         {"src/notifications/dispatcher.ts", R"(import { deliverNotification } from "./deliver";
import { renderTemplate } from "./templates";
import type { Channel, Message, Subscriber } from "./types";

/** Handles queueing and delivery of notifications for subscribers. */
export class NotificationDispatcher {
  private readonly waiting: Message[] = [];

  constructor(private readonly channels: Map<string, Channel>) {}

  enqueue(message: Message): void {
    this.waiting.push(message);
  }

  /** Sends all that wait, oldest first. */
  async flush(): Promise<number> {
    let sent = 0;
    for (let message = this.waiting.shift(); message; message = this.waiting.shift()) {
      for (const subscriber of message.subscribers) {
        const channel = this.channelOf(subscriber);
        await deliverNotification(channel, subscriber.address, renderTemplate(message.template, subscriber));
        sent += 1;
      }
    }
    return sent;
  }

  private channelOf(subscriber: Subscriber): Channel {
    const channel = this.channels.get(subscriber.channel);
    if (!channel) throw new Error(`no channel ${subscriber.channel}`);
    return channel;
  }
}
)"},
         {"src/notifications/deliver.ts", R"(import type { Channel } from "./types";

const ATTEMPTS = 3;

/** Deliver a notification to an address and return the id that the channel gave it. */
export async function deliverNotification(channel: Channel, address: string, text: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await channel.send(address, text);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
    }
  }
}
)"},
         {"src/notifications/templates.ts", R"(import type { Subscriber } from "./types";

/** Fill a message template with the fields of a subscriber. */
export function renderTemplate(template: string, subscriber: Subscriber): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = subscriber.fields[name];
    return value === undefined ? whole : String(value);
  });
}
)"},
         {"tests/notifications.test.ts", R"(import { describe, expect, it } from "vitest";
import { deliverNotification } from "../src/notifications/deliver";
import { NotificationDispatcher } from "../src/notifications/dispatcher";

const broken = { send: async () => Promise.reject(new Error("down")) };

describe("notification delivery", () => {
  it("delivers notifications to every subscriber", async () => {
    const dispatcher = new NotificationDispatcher(new Map([["mail", { send: async () => "1" }]]));
    dispatcher.enqueue({ template: "hi", subscribers: [{ channel: "mail", address: "a", fields: {} }] });
    expect(await dispatcher.flush()).toBe(1);
  });

  it("gives up delivery of a notification after three attempts", async () => {
    await expect(deliverNotification(broken, "a", "hi")).rejects.toThrow("down");
  });
});
)"},
     }},
    {"Go",
     "how to back up databases",
     "backups",
     {
         {"backup/scheduler.go", R"(package backup

import (
	"context"
	"time"
)

// Scheduler handles backups of databases at fixed times.
type Scheduler struct {
	databases []Database
	keep      int
	every     time.Duration
}

// NewScheduler makes a scheduler that keeps the newest snapshots of each database.
func NewScheduler(databases []Database, keep int, every time.Duration) *Scheduler {
	return &Scheduler{databases: databases, keep: keep, every: every}
}

// Run makes a backup of every database until the context ends.
func (s *Scheduler) Run(ctx context.Context) error {
	ticker := time.NewTicker(s.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
			for _, database := range s.databases {
				if err := BackupDatabase(ctx, database); err != nil {
					return err
				}
				ExpireSnapshots(database, s.keep)
			}
		}
	}
}
)"},
         {"backup/dump.go", R"(package backup

import (
	"compress/gzip"
	"context"
	"os"
)

// BackupDatabase backs up a database to a compressed file.
func BackupDatabase(ctx context.Context, database Database) error {
	file, err := os.CreateTemp(database.Folder, "snapshot-*.gz")
	if err != nil {
		return err
	}
	defer file.Close()
	writer := gzip.NewWriter(file)
	if err := database.Dump(ctx, writer); err != nil {
		os.Remove(file.Name())
		return err
	}
	return writer.Close()
}
)"},
         {"backup/retention.go", R"(package backup

import (
	"os"
	"sort"
)

// ExpireSnapshots removes all but the newest files of a folder.
func ExpireSnapshots(database Database, keep int) {
	names := database.Snapshots()
	sort.Strings(names)
	for len(names) > keep {
		os.Remove(names[0])
		names = names[1:]
	}
}
)"},
         {"backup/backup_test.go", R"(package backup

import (
	"context"
	"testing"
)

// Databases for tests of backups.
func testDatabase(t *testing.T) Database {
	t.Helper()
	return Database{Folder: t.TempDir()}
}

func TestBackupDatabaseWritesOneFile(t *testing.T) {
	database := testDatabase(t)
	if err := BackupDatabase(context.Background(), database); err != nil {
		t.Fatal(err)
	}
	if got := len(database.Snapshots()); got != 1 {
		t.Fatalf("backup of a database left %d files", got)
	}
}

func TestBackupsOfManyDatabasesAreExpired(t *testing.T) {
	database := testDatabase(t)
	for i := 0; i < 5; i++ {
		_ = BackupDatabase(context.Background(), database)
	}
	ExpireSnapshots(database, 2)
}
)"},
     }},
};

std::vector<std::string> found_paths(const test::ProjectFixture& project, const char* query,
                                     const char* intent) {
  SearchOptions options{.top_k = 5, .intent = intent};
  options.filter.include_tests = true;
  return test::paths(project.search(query, options));
}

}  // namespace

TEST_CASE("example 1: understand shows the class, its functions, and tests last") {
  for (const auto& example : kExampleProjects) {
    CAPTURE(std::string(example.language));
    test::ProjectFixture project("");
    std::vector<std::string> expected;
    for (const auto& [path, text] : example.files) {
      project.write(path, text);
      expected.emplace_back(path);
    }
    project.index();
    CHECK(found_paths(project, example.question, "understand") == expected);
  }
}

TEST_CASE("example 1: implement shows the class among the first three, and no test first") {
  for (const auto& example : kExampleProjects) {
    CAPTURE(std::string(example.language));
    test::ProjectFixture project("");
    for (const auto& [path, text] : example.files) project.write(path, text);
    project.index();
    const auto found = found_paths(project, example.subject, "implement");
    REQUIRE(found.size() >= 3);
    CHECK(found.front() != example.files.back().path);
    CHECK(std::count(found.begin(), found.begin() + 3, example.files.front().path) == 1);
  }
}

}  // namespace codeweaver::engine
