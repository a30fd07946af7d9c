/** A fresh idempotency key: 128 random bits in hex. (`crypto.randomUUID` is missing outside of secure contexts.) */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
