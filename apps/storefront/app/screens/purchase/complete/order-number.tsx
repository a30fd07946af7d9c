import type { ReactNode } from 'react'

/** ご注文番号 in large type, to be copied by hand. */
export const OrderNumber = ({ children }: { children: ReactNode }) => (
  <p className="grid gap-1 border-y border-brass py-4 text-center">
    <span className="text-sm text-muted">ご注文番号</span>
    <span className="numeric select-all font-mincho text-lg tracking-wider">{children}</span>
  </p>
)
