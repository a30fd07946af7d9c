import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from './button-look.ts'

export interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook
  wide?: boolean
}

/** A link that looks like a button. */
export const ButtonLink = ({ look = 'primary', wide = false, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={buttonClass(look, wide)} />
)
