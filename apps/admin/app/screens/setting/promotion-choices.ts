/** Running promotions to choose from. The chosen one stays a choice after it has ended, called `over`. */
export function promotionChoices(
  running: readonly { id: number; promotion_name: string }[],
  chosen: number | null,
  over: string,
) {
  const all = running.map(({ id, promotion_name }) => ({ value: String(id), label: promotion_name }))
  const isOver = chosen !== null && running.every(({ id }) => id !== chosen)
  return isOver ? [...all, { value: String(chosen), label: over }] : all
}
