/** Opens the choice of a picture file; the same file can be chosen again. */
export const PictureButton = ({ label, onFile }: { label: string; onFile(file: File): void }) => (
  <label className="tap inline-flex min-h-control shrink-0 items-center rounded-base border border-edge bg-surface px-3 text-sm focus-within:outline-2 focus-within:outline-ink hover:border-ink">
    {label}
    <input
      type="file"
      className="sr-only"
      accept="image/jpeg,image/png,image/webp,image/avif"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        if (file) onFile(file)
        currentTarget.value = ''
      }}
    />
  </label>
)
