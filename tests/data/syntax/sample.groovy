package com.example

import groovy.json.JsonSlurper

/** Reads settings. */
class Settings {
    String name

    Settings(String name) { this.name = name }

    /** Parses a file. */
    def parse(String path) {
        return new JsonSlurper().parse(path)
    }
}

interface Reader { String read(String path) }
enum Mode { FAST, SLOW }
