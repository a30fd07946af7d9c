import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'
import { Empty, Page } from './page.tsx'

/** Shown instead of a screen that the operator's role may not open. Reloading would not help. */
export const NoPermission = () => (
  <Page title="権限がありません">
    <Empty action={<ButtonLink to="/">今日の画面へ</ButtonLink>}>
      この画面を開く権限がありません。必要なときは、店長にご相談ください。
    </Empty>
  </Page>
)

/** What a state means to the operator: nothing to do, done, needs attention, stuck. */
export type Tone = 'quiet' | 'good' | 'attention' | 'stuck'

const tones: Record<Tone, { look: string; icon: IconName | null }> = {
  quiet: { look: 'border-line text-muted', icon: null },
  good: { look: 'border-leaf text-leaf', icon: 'check' },
  attention: { look: 'border-brass bg-brass-tint', icon: 'info' },
  stuck: { look: 'border-danger text-danger', icon: 'warn' },
}

/** A state in words, with an icon and a colour. */
export function State({ tone = 'quiet', children }: { tone?: Tone; children: ReactNode }) {
  const { look, icon } = tones[tone]
  return (
    <span className={cx('inline-flex items-center gap-1 whitespace-nowrap rounded-base border px-1.5 text-xs', look)}>
      {icon && <Icon name={icon} className="size-3" />}
      {children}
    </span>
  )
}
