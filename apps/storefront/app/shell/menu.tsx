import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { loadChunk } from '../chunk/load-chunk.ts'
import { Dialog, preloadDialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'

const loadPanel = () => import('./menu-panel.tsx')
const MenuPanel = lazy(() => loadChunk(loadPanel))

/** Fetched when a finger comes near: most pages are read without the menu. */
const preload = () => {
  preloadDialog()
  void loadPanel()
}

/** The menu button and its panel. */
export function Menu() {
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation, whatever its target, closes the menu
  useEffect(() => setOpen(false), [key])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-ml-2 inline-flex justify-self-start min-h-tap min-w-tap items-center justify-center gap-2 px-2 text-sm"
        onClick={() => setOpen(true)}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon name="menu" size={24} />
        <span className="max-md:sr-only">メニュー</span>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="メニュー" placement="side">
        <Suspense fallback={null}>
          <MenuPanel />
        </Suspense>
      </Dialog>
    </>
  )
}
