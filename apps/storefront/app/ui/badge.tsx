import type { ReactNode } from 'react'

const tones = {
  plain: 'border-line text-muted bg-surface',
  leaf: 'border-leaf text-leaf bg-surface',
  danger: 'border-danger text-danger bg-surface',
  filled: 'border-ink bg-ink text-surface',
}

/** A short label: 定期便あり, 在庫切れ. */
export const Badge = ({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) => (
  <span className={`inline-block whitespace-nowrap rounded-base border px-2 text-xs ${tones[tone]}`}>{children}</span>
)
