<html><body><?php echo "hi"; ?></body></html>
<?php
namespace App\Models;

use App\Contracts\HasName;
use function strlen;

/**
 * A user.
 */
final class User implements HasName
{
    public const ROLE = 'user';
    private string $name;

    /** Makes a user. */
    public function __construct(string $name) { $this->name = $name; }

    #[Pure]
    public function getName(): string
    {
        return trim($this->name);
    }

    public static function make(): self { return new self('x'); }
}

interface Store { public function save(User $user): void; }
trait Greets { function greet() { return helper(); } }
enum Suit: string { case Hearts = 'H'; }

// Trims a name.
function helper(string $s = ''): string
{
    return strlen($s) ? User::make()->getName() : '';
}
