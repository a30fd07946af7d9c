import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from './button-look.ts'

export interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook
  wide?: boolean
}

/** Goes somewhere, and looks like a button. */
export const ButtonLink = ({ look = 'primary', wide = false, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={buttonClass(look, wide)} />
)
