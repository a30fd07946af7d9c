import { type DragEvent, useRef } from 'react'
import { Icon } from './icon.tsx'

/** Dragging one of several to the place of another; the same is done by keys (`OrderKeys`). */
export function useDragOrder<T>(move: (from: T, to: T) => void) {
  const dragged = useRef<{ one: T } | null>(null)
  const take = (one: T | null) => {
    dragged.current = one === null ? null : { one }
  }
  /** Of what is taken hold of. */
  const handle = (one: T) => ({ draggable: true, onDragStart: () => take(one), onDragEnd: () => take(null) })
  /** Of where it may be put down. A browser offers a picture that is dragged as a file too: what lies around hears nothing of it. */
  const place = (one: T) => ({
    onDragOver: (event: DragEvent) => {
      if (!dragged.current) return
      event.preventDefault()
      event.stopPropagation()
    },
    onDrop: (event: DragEvent) => {
      if (!dragged.current) return
      event.preventDefault()
      event.stopPropagation()
      if (dragged.current.one !== one) move(dragged.current.one, one)
      take(null)
    },
  })
  return { handle, place }
}

/** What a row is taken hold of by: its fields stay to be typed into. */
export function DragHandle(props: ReturnType<ReturnType<typeof useDragOrder>['handle']>) {
  return (
    <span
      {...props}
      aria-hidden="true"
      title="ドラッグして並べ替える"
      className="cursor-grab p-1.5 text-muted pointer-coarse:hidden"
    >
      <Icon name="drag" className="size-3" />
    </span>
  )
}
