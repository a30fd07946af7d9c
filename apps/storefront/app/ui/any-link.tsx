import { Link } from 'react-router'
import { type ButtonLook, buttonClass } from './button-look.ts'

interface AnyLinkProps {
  /** A path of this shop (`/products`), a path of its files (`/sh/…`) or another URL; empty: no link. */
  to: string
  label: string
  look?: ButtonLook
}

/** A link written by the shop, as a button. */
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
