module Data.Stack
  ( Stack
  , push
  ) where

import qualified Data.List as L

-- | A stack of values.
data Stack a = Empty | Cons a (Stack a)

newtype Depth = Depth Int

type Names = [String]

-- | Things with a size.
class Sized f where
  size :: f a -> Int

instance Sized Stack where
  size Empty = 0
  size (Cons _ rest) = 1 + size rest

-- | Puts a value on top.
push :: a -> Stack a -> Stack a
push x Empty = Cons x Empty
push x rest = Cons x rest

infixl 5 <+>
(<+>) :: Int -> Int -> Int
a <+> b = add a b
  where add m n = m + n
