import { cx } from './cx.ts'

export type ButtonLook = 'primary' | 'secondary' | 'quiet'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-camellia text-surface border-camellia hover:bg-camellia-deep hover:border-camellia-deep',
  secondary: 'bg-surface text-ink border-edge hover:border-ink',
  quiet: 'border-transparent text-ink underline decoration-brass underline-offset-4 hover:decoration-ink',
}

/** The same look for buttons and links. `wide` fills the column. */
export const buttonClass = (look: ButtonLook, wide: boolean) =>
  cx(
    'inline-flex min-h-tap items-center justify-center gap-2 rounded-base border px-6 py-2 text-base leading-normal',
    'font-medium transition-colors aria-disabled:opacity-70',
    looks[look],
    wide && 'w-full',
  )
