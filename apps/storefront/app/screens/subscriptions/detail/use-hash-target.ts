import { useEffect } from 'react'

const PATIENCE_MS = 10_000

/** Goes to the part of the screen that the address names, once it is there: the form comes after its choices. */
export function useHashTarget(hash: string, isShown: boolean): void {
  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1))
    if (!id || !isShown) return
    const go = () => {
      const part = document.getElementById(id)
      part?.scrollIntoView({ block: 'start' })
      if (part) stop()
    }
    const watcher = new MutationObserver(go)
    const timer = setTimeout(() => stop(), PATIENCE_MS)
    const stop = () => {
      watcher.disconnect()
      clearTimeout(timer)
    }
    watcher.observe(document.body, { childList: true, subtree: true })
    go()
    return stop
  }, [hash, isShown])
}
