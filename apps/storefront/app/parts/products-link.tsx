import type { ComponentProps } from 'react'
import { useMembersOnly } from '../shell/use-shell.ts'
import { ButtonLink } from '../ui/button.tsx'

/** A button that leads to goods. During 臨時休業 there is none, because only the members' pages are open. */
export const ProductsLink = (props: ComponentProps<typeof ButtonLink>) =>
  useMembersOnly() ? null : <ButtonLink {...props} />
