import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

/** `primary`: the main action of a screen. `danger`: an action that can't be undone. */
export type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary: 'border-camellia bg-camellia text-on-camellia hover:border-camellia-deep hover:bg-camellia-deep',
  plain: 'border-edge bg-surface hover:border-ink',
  quiet: 'border-transparent hover:bg-sand',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-tint',
}
const base =
  'tap inline-flex min-h-control items-center justify-center gap-1.5 whitespace-nowrap rounded-base border px-3 text-sm disabled:opacity-50'

type ButtonProps = ComponentProps<'button'> & { look?: Look; isBusy?: boolean }

export function Button({ look = 'plain', isBusy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" aria-busy={isBusy || undefined} className={cx(base, looks[look], className)} {...rest}>
      {isBusy && <span className="size-3 animate-spin rounded-full border-2 border-current border-t-transparent" />}
      {children}
    </button>
  )
}

export function ButtonLink({ look = 'plain', className, ...rest }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link className={cx(base, looks[look], className)} {...rest} />
}
