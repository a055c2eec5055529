{{- /* Where a container finds its certificates, and the one place it may write to. */}}
{{- define "agent-mem.busMounts" }}
- { name: tmp, mountPath: /tmp }
{{- if .Values.bus.tls.existingSecret }}
- { name: pulsar-tls, mountPath: /etc/agent-mem/pulsar-tls, readOnly: true }
{{- end }}
{{- if .Values.bus.oauth2.issuerUrl }}
- { name: pulsar-oauth2, mountPath: /etc/agent-mem/pulsar-oauth2, readOnly: true }
{{- end }}
{{- if .Values.trust.existingConfigMap }}
- { name: trust, mountPath: /etc/agent-mem/trust, readOnly: true }
{{- end }}
{{- if .Values.settings.existingConfigMap }}
- { name: settings, mountPath: /etc/agent-mem/settings, readOnly: true }
{{- end }}
{{- end }}

{{- define "agent-mem.busVolumes" }}
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
{{- if .Values.bus.tls.existingSecret }}
- name: pulsar-tls
  secret: { secretName: {{ .Values.bus.tls.existingSecret | quote }} }
{{- end }}
{{- if .Values.bus.oauth2.issuerUrl }}
- name: pulsar-oauth2
  secret: { secretName: {{ .Values.bus.oauth2.existingSecret | quote }} }
{{- end }}
{{- if .Values.trust.existingConfigMap }}
- name: trust
  configMap:
    name: {{ .Values.trust.existingConfigMap | quote }}
    items: [{ key: {{ .Values.trust.key | quote }}, path: ca.crt }]
{{- end }}
{{- if .Values.settings.existingConfigMap }}
- name: settings
  configMap:
    name: {{ .Values.settings.existingConfigMap | quote }}
    items: [{ key: {{ .Values.settings.key | quote }}, path: agent-mem.yaml }]
{{- end }}
{{- end }}

{{- /* What services show and sign with. Whole folders: what is new in a secret is then read without a restart. */}}
{{- define "agent-mem.serviceMounts" }}
{{- if .Values.tls.existingSecret }}
- { name: tls, mountPath: /etc/agent-mem/tls, readOnly: true }
{{- end }}
{{- if .Values.bus.scopeTokens.existingSecret }}
- { name: scope-tokens, mountPath: /etc/agent-mem/scope-tokens, readOnly: true }
{{- end }}
{{- end }}

{{- define "agent-mem.serviceVolumes" }}
{{- with .Values.tls.existingSecret }}
- name: tls
  secret: { secretName: {{ . | quote }} }
{{- end }}
{{- with .Values.bus.scopeTokens.existingSecret }}
- name: scope-tokens
  secret: { secretName: {{ . | quote }} }
{{- end }}
{{- end }}

{{- define "agent-mem.storeMounts" }}
{{- range $name, $store := .Values.stores }}
{{- if and $store.existingSecret $store.caKey }}
{{- $folder := include "agent-mem.storePrefix" $name | lower }}
- { name: {{ $folder }}-ca, mountPath: /etc/agent-mem/{{ $folder }}, readOnly: true }
{{- end }}
{{- end }}
{{- end }}

{{- define "agent-mem.storeVolumes" }}
{{- range $name, $store := .Values.stores }}
{{- if and $store.existingSecret $store.caKey }}
- name: {{ include "agent-mem.storePrefix" $name | lower }}-ca
  secret:
    secretName: {{ $store.existingSecret | quote }}
    items: [{ key: {{ $store.caKey | quote }}, path: ca.crt }]
{{- end }}
{{- end }}
{{- end }}
