import { Link } from 'react-router'
import { type ButtonLook, buttonClass } from './button-look.ts'

interface AnyLinkProps {
  /** Of this shop (`/products`), of its files (`/sh/…`) or of another place; empty: there is nothing to follow. */
  to: string
  label: string
  look?: ButtonLook
}

/** A link that the shop wrote itself, as a button. */
export const AnyLink = ({ to, label, look = 'secondary' }: AnyLinkProps) =>
  !to || !label ? null : /^https?:/.test(to) ? (
    <a href={to} className={buttonClass(look, false)}>
      {label}
    </a>
  ) : (
    <Link to={to.replace(/^\/sh(?=\/)/, '')} className={buttonClass(look, false)}>
      {label}
    </Link>
  )
