// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./IERC20.sol";

/// @title A vault of tokens.
contract Vault is Ownable {
    uint256 public total;
    struct Deposit { uint256 amount; }
    enum State { Open, Closed }
    event Deposited(address indexed from, uint256 amount);
    error TooSmall(uint256 amount);

    modifier onlyOpen() { require(total > 0); _; }

    constructor(address token) { total = 0; }

    /// @notice Puts tokens in.
    function deposit(uint256 amount) external onlyOpen {
        emit Deposited(msg.sender, amount);
        _mint(amount);
    }
}

interface IVault { function total() external view returns (uint256); }
library Math { function max(uint256 a, uint256 b) internal pure returns (uint256) { return a > b ? a : b; } }
