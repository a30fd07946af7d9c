import { useStore } from 'zustand'
import { toastStore } from '../state/toast.ts'
import { Icon } from './icon.tsx'

const icons = { success: 'check', error: 'alert', info: 'info' } as const
const tones = { success: 'text-leaf', error: 'text-danger', info: 'text-ink' }

/**
 * Shows toasts below the header, which stays visible. It is one permanent live region; otherwise screen readers would
 * not announce them.
 */
export function ToastRegion() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  return (
    <section
      aria-label="お知らせ"
      aria-live="polite"
      className="pointer-events-none sticky top-header z-50 h-0 print:hidden"
    >
      <div className="mx-auto grid max-w-dialog gap-2 p-4">
        {toasts.map((toast) =>
          toast.isShownElsewhere ? (
            <p key={toast.id} className="sr-only">
              {toast.message}
            </p>
          ) : (
            <div
              key={toast.id}
              className="pointer-events-auto flex animate-rise items-start gap-3 rounded-base border border-line bg-surface py-1 pl-4 text-sm shadow-float"
            >
              <span className={`py-3 ${tones[toast.tone]}`}>
                <Icon name={icons[toast.tone]} />
              </span>
              {toast.html === undefined ? (
                <p className="grow py-3">{toast.message}</p>
              ) : (
                // Sanitised when the toast was created.
                // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
                <div className="grow py-3" dangerouslySetInnerHTML={{ __html: toast.html }} />
              )}
              <button
                type="button"
                aria-label="お知らせを閉じる"
                className="grid size-tap shrink-0 place-items-center"
                onClick={() => toastStore.getState().dismiss(toast.id)}
              >
                <Icon name="close" size={16} />
              </button>
            </div>
          ),
        )}
      </div>
    </section>
  )
}
