package com.example.cache

import kotlin.time.Duration

/** A cache of strings. */
class Cache(private val limit: Int) : Store {
    private val data = mutableMapOf<String, String>()

    /** Looks a key up. */
    override fun get(key: String): String? {
        val found = data[key]
        return found
    }

    companion object {
        const val DEFAULT = 10
        fun create(): Cache = Cache(DEFAULT)
    }
}

interface Store { fun get(key: String): String? }
object Registry { fun clear() = println("cleared") }
enum class Level { LOW, HIGH }
data class Entry(val key: String)
typealias Entries = List<Entry>

fun String.shout(): String = uppercase()

class CacheTest {
    @Test
    fun returnsNull() { Cache(1).get("a") }
}
