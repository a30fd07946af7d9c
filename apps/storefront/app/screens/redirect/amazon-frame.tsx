import type { ReactNode } from 'react'
import { CamelliaMark } from '../../shell/camellia-mark.tsx'
import { useShop } from '../../shell/use-shell.ts'
import { Page } from '../../ui/page.tsx'

/** The layout of the return from Amazon: the shop's name, and nothing that leads away. */
export function AmazonFrame({ children }: { children: ReactNode }) {
  const shop = useShop()
  return (
    <div className="min-h-dvh">
      <header className="border-b border-line bg-surface">
        <p className="mx-auto flex min-h-14 max-w-text items-center gap-2 px-4 font-mincho text-lg tracking-widest md:px-6">
          <CamelliaMark />
          {shop?.shop_name ?? 'ショップ'}
        </p>
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        <Page width="text">{children}</Page>
      </main>
    </div>
  )
}
