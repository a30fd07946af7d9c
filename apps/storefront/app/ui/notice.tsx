import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

const tones = {
  info: { box: 'border-line bg-surface', mark: 'text-muted', icon: 'info' },
  leaf: { box: 'border-leaf/40 bg-leaf-tint', mark: 'text-leaf', icon: 'check' },
  warning: { box: 'border-brass bg-brass-tint', mark: 'text-ink', icon: 'alert' },
  danger: { box: 'border-danger/40 bg-danger-tint', mark: 'text-danger', icon: 'alert' },
} as const

interface NoticeProps {
  tone?: keyof typeof tones
  title?: string
  /** Replaces the icon of the tone if that has the wrong meaning, such as a tick beside an offer. */
  icon?: IconName
  /** `alert` if it appears because of an error. */
  role?: 'alert' | 'status'
  children: ReactNode
}

/** A message within the page. */
export function Notice({ tone = 'info', title, icon, role, children }: NoticeProps) {
  const look = tones[tone]
  return (
    <div role={role} className={`flex items-start gap-3 rounded-base border p-4 text-sm ${look.box}`}>
      <span className={`mt-0.5 ${look.mark}`}>
        <Icon name={icon ?? look.icon} />
      </span>
      <div className="grid grow gap-1">
        {title && <p className="font-medium">{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  )
}
