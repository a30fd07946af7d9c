import { lazy, Suspense, useRef } from 'react'
import { loadChunk } from '../chunk/load-chunk.ts'
import type { DialogProps } from './dialog-props.ts'

const load = () => import('./dialog-popup.tsx')
const DialogPopup = lazy(() => loadChunk(load))

/** Fetches the dialog's code early, e.g. when the button gets the focus. */
export const preloadDialog = () => void load()

/** A question or a panel over the page. Its code is loaded when it is first opened. */
export function Dialog(props: DialogProps) {
  const wasOpen = useRef(false)
  if (props.open) wasOpen.current = true
  if (!wasOpen.current) return null
  return (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  )
}
