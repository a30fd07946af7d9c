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
  const isSubmit = rest.type === 'submit'
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={buttonClass(look, wide)}
      // A field that is left may show an error, and move the button away while it is pressed: the click would be lost.
      // So the field is left only when the press is over.
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
