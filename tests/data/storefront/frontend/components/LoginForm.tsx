// A React component that asks for e-mail and password.
import { useState } from "react";

export function LoginForm({ onLogin }: { onLogin: (email: string, password: string) => void }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  return (
    <form onSubmit={() => onLogin(email, password)}>
      <input value={email} onChange={(event) => setEmail(event.target.value)} />
      <input value={password} type="password" onChange={(event) => setPassword(event.target.value)} />
    </form>
  );
}
