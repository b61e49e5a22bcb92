open Printf

(** A tree of values. *)
type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree

exception Not_here of string

module Counter = struct
  let count = ref 0
  (** Adds one. *)
  let increment () = incr count
end

module type STORE = sig
  val get : string -> int
end

let rec depth tree =
  match tree with
  | Leaf -> 0
  | Node (l, _, r) -> 1 + max (depth l) (depth r)

external now : unit -> float = "caml_now"

class stack = object
  method push x = printf "%d" x
end
