/** The classes of a dialog, which the menu shares. */
export const dialogLook = {
  popup: 'fixed z-40 flex flex-col bg-surface shadow-float outline-none transition low:overflow-y-auto',
  head: 'flex items-center justify-between border-b border-line pl-6 pr-2',
  title: 'py-2 text-lg',
  close: 'grid size-tap place-items-center',
  content: 'grow overflow-y-auto overscroll-contain px-6 py-4 low:shrink-0 low:overflow-y-visible',
}
