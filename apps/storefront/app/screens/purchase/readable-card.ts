/** `************1111` → `•••• 1111`: what a customer tells cards apart by. */
export const readableCard = (masked: string) => `•••• ${masked.replace(/[\s-]/g, '').slice(-4)}`
