import type { ReactNode } from 'react'
import { ShopSign } from '../../shell/shop-sign.tsx'
import { Page } from '../../ui/page.tsx'

/** The layout of a return from a provider: the shop's name, without links. */
export function ReturnFrame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <header className="border-b border-line bg-surface">
        <p className="mx-auto flex min-h-14 max-w-text items-center gap-2 px-4 font-mincho text-lg tracking-widest md:px-6">
          <ShopSign />
        </p>
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        <Page width="text">{children}</Page>
      </main>
    </div>
  )
}
