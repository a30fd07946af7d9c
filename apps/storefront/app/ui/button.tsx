import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-look.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` once per screen, for what the screen is there to do. */
  look?: ButtonLook
  wide?: boolean
  /** Under way: shows it, keeps the focus, and ignores further presses. */
  pending?: boolean
}

export function Button({ look = 'primary', wide = false, pending = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={buttonClass(look, wide)}
      onClick={(event) => {
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
