import type { ReactNode } from 'react'

/** The bar with the primary action: fixed to the bottom edge on phones, in place (or hidden) from tablets on. */
export const BottomBar = ({
  children,
  onDesktop = 'hidden',
}: {
  children: ReactNode
  onDesktop?: 'hidden' | 'inline'
}) => (
  <div
    data-bottom-bar
    className={`print:hidden fixed inset-x-0 bottom-0 z-30 border-t border-line bg-washi px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] ${onDesktop === 'hidden' ? 'md:hidden' : 'md:static md:border-0 md:bg-transparent md:p-0'}`}
  >
    {children}
  </div>
)
