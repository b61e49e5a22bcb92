// ChangeButton: a button for an action that changes something; ReadOnly says why such buttons are disabled.
// SPDX-License-Identifier: MIT OR Apache-2.0
import type { ComponentProps } from "react";
import { useAccess, whyNot } from "../api/access";

export function ChangeButton({ disabled, title, type = "button", ...rest }: ComponentProps<"button">) {
  const refused = whyNot(useAccess().data);
  return <button type={type} disabled={disabled || refused !== ""} title={refused || title} {...rest} />;
}

export function ReadOnly() {
  const { data } = useAccess();
  const refused = whyNot(data);
  if (!refused) return null;
  return (
    <div className="note" role="note">
      <p>{refused}.</p>
      {data?.action && <p className="quiet">{data.action}</p>}
    </div>
  );
}
