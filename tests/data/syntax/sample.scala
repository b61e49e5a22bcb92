package com.example.stream

import scala.collection.mutable

/** A source of values. */
trait Source[A] {
  def next(): Option[A]
}

/** Values from a list. */
class ListSource[A](items: List[A]) extends Source[A] {
  private var rest = items

  override def next(): Option[A] = {
    val head = rest.headOption
    rest = rest.drop(1)
    head
  }
}

object Source {
  val Empty: Source[Nothing] = of()
  // Makes a source.
  def of[A](items: A*): Source[A] = new ListSource(items.toList)
}

case class Pair(left: Int, right: Int)
enum Color { case Red, Green }
type Names = List[String]
