import { Icon } from './icon.tsx'

/** The error below a field. Always rendered, so that a screen reader announces a new error. */
export function FieldError({ id, children }: { id: string; children?: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-sm text-danger">
      {children && (
        <span className="flex items-start gap-1 py-1">
          <span className="mt-1">
            <Icon name="alert" size={16} />
          </span>
          {children}
        </span>
      )}
    </p>
  )
}
