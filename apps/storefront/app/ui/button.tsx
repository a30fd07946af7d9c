import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './skeleton.tsx'

/** Joins class names; ignores false, null and undefined. */
export const cx = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' ')

type ButtonLook = 'primary' | 'secondary' | 'quiet'

const lookClasses: Record<ButtonLook, string> = {
  primary: 'bg-camellia text-surface border-camellia hover:bg-camellia-deep hover:border-camellia-deep',
  secondary: 'bg-surface text-ink border-edge hover:border-ink',
  quiet: 'border-transparent text-ink underline decoration-brass underline-offset-4 hover:decoration-ink',
}

/** The same look for buttons and links. `wide` fills the column. */
export const buttonClass = (look: ButtonLook, wide: boolean) =>
  cx(
    'inline-flex min-h-tap items-center justify-center gap-2 rounded-base border px-6 py-2 text-center text-base leading-normal',
    'font-medium transition-colors aria-disabled:opacity-70',
    lookClasses[look],
    wide && 'w-full',
  )

interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook
  wide?: boolean
}

/** A link that looks like a button. */
export const ButtonLink = ({ look = 'primary', wide = false, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={buttonClass(look, wide)} />
)

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

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` once per screen, for its main action. */
  look?: ButtonLook
  wide?: boolean
  /** The action is in progress: shows a spinner, keeps the focus, and ignores further clicks. */
  pending?: boolean
}

export function Button({ look = 'primary', wide = false, pending = false, children, onClick, ...rest }: ButtonProps) {
  const isSubmit = rest.type === 'submit'
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={buttonClass(look, wide)}
      // On blur a field may show an error and move the button during the press, so that the click would be lost. So the
      // field keeps the focus until the press ends.
      onMouseDown={isSubmit ? (event) => event.preventDefault() : undefined}
      onClick={(event) => {
        if (isSubmit) event.currentTarget.focus({ preventScroll: true })
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
