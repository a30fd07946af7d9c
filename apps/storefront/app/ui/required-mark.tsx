/** 必須 or 任意 beside a label. */
export function RequiredMark({ required }: { required?: boolean | undefined }) {
  if (required === undefined) return null
  return (
    <span
      className={`shrink-0 border px-1 text-xs leading-normal whitespace-nowrap rounded-base ${required ? 'border-danger text-danger' : 'border-line text-muted'}`}
    >
      {required ? '必須' : '任意'}
    </span>
  )
}
