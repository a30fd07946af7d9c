import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useStore } from 'zustand'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { recordChunkFailure } from './chunk-failure.ts'
import { headingStore } from './heading.ts'
import { CHUNK_FAILED } from './load-chunk.ts'

/** 画面を読み込めなかったとき: keeps the current screen and offers a full load of the page that the visitor wanted. */
export function ChunkNotice() {
  const [isShown, setShown] = useState(false)
  const { location: requestedLocation } = useNavigation()
  const currentLocation = useLocation()
  const navigate = useNavigate()
  const heading = useStore(headingStore, ({ to }) => to)
  // The location of a navigation already contains the base path.
  const to =
    heading?.href ??
    (requestedLocation && requestedLocation.pathname + requestedLocation.search + requestedLocation.hash)
  const reload = () => (to ? location.assign(to) : location.reload())
  const dismiss = () => {
    setShown(false)
    headingStore.setState({ to: null })
    // Cancels the navigation that is still waiting for its code.
    if (requestedLocation)
      void navigate(currentLocation, { replace: true, state: currentLocation.state, preventScrollReset: true })
  }
  useEffect(() => {
    const show = () => {
      recordChunkFailure()
      setShown(true)
    }
    const events = [CHUNK_FAILED, 'vite:preloadError']
    for (const event of events) window.addEventListener(event, show)
    return () => {
      for (const event of events) window.removeEventListener(event, show)
    }
  }, [])
  return (
    <div role="alert" className="fixed inset-x-0 bottom-0 z-50 mx-auto max-w-dialog p-4 empty:hidden">
      {isShown && (
        <div className="grid gap-3 rounded-base border border-line bg-surface p-4 shadow-float">
          <p className="flex items-start gap-3 text-sm">
            <span className="mt-0.5 text-danger">
              <Icon name="alert" />
            </span>
            <span>
              画面を読み込めませんでした。電波の状態をお確かめのうえ、再読み込みしてください。入力された内容は残っています。
            </span>
          </p>
          <div className="flex justify-end gap-3">
            <Button look="secondary" onClick={dismiss}>
              閉じる
            </Button>
            <Button onClick={reload}>再読み込みする</Button>
          </div>
        </div>
      )}
    </div>
  )
}
