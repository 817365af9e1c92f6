/** A file may have thousands of names that are wrong; the log and the service get the message. */
const MESSAGE_CHARS_MAX = 1000;

/** A YAML text that is not valid; the message names the line and the field. */
export class YamlError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const isLong = message.length > MESSAGE_CHARS_MAX;
    super(isLong ? `${message.slice(0, MESSAGE_CHARS_MAX).toWellFormed()}…` : message, options);
    this.name = 'YamlError';
  }
}
