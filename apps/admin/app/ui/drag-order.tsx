import { type DragEvent, useRef } from 'react'
import { Icon } from './icon.tsx'

/** Drags one of several entries to the place of another. `OrderKeys` does the same with buttons. */
export function useDragOrder<T>(move: (from: T, to: T) => void) {
  const dragged = useRef<{ one: T } | null>(null)
  const take = (one: T | null) => {
    dragged.current = one === null ? null : { one }
  }
  /** Props of the element to drag. */
  const handle = (one: T) => ({ draggable: true, onDragStart: () => take(one), onDragEnd: () => take(null) })
  /**
   * Props of a drop target. Stops propagation, because browsers also offer a dragged
   * picture as a file to the elements around it.
   */
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

/** The handle to drag a row by, so that its fields stay usable. */
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
